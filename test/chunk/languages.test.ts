import { expect, test } from "vitest";
import { drawChunks } from "./draw";

// One small fixture a language: a documented type with a method, a function, a constant.

test("go", async () => {
  expect(
    await drawChunks(
      "repo.go",
      `package repo

import "fmt"

// Limits of a repository.
const (
	MaxSize = 10
	MinSize = 1
)

// Repo keeps things.
type Repo struct {
	name string
}

// Get finds a thing.
func (r *Repo) Get(id int) (string, error) {
	if id > MaxSize {
		return "", fmt.Errorf("too big")
	}
	return r.name, nil
}

type Store interface {
	Get(id int) (string, error)
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block
  package repo

  import "fmt"
  ── constant MaxSize + MinSize
  // Limits of a repository.
  const (
  	MaxSize = 10
  	MinSize = 1
  )
  ── struct Repo + name
  // Repo keeps things.
  type Repo struct {
  	name string
  }
  ── method Repo.Get
  // Get finds a thing.
  func (r *Repo) Get(id int) (string, error) {
  	if id > MaxSize {
  		return "", fmt.Errorf("too big")
  	}
  	return r.name, nil
  }
  ── interface Store + Get
  type Store interface {
  	Get(id int) (string, error)
  }"
`);
});

test("java", async () => {
  expect(
    await drawChunks(
      "Quota.java",
      `package a.b;

import x.y.Z;

/** Tokens a client may spend. */
@Immutable
public final class Quota<T> extends Base implements Taker {
    private final int left = 1;

    /** Makes one. */
    public Quota() {
        super();
        this.start();
    }

    @Override
    @Deprecated
    public <X> boolean take(int amount) throws Failure {
        if (amount > left) {
            return false;
        }
        return spend(amount);
    }

    enum State { OPEN, CLOSED }
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block
  package a.b;

  import x.y.Z;
  ── class Quota + left
  /** Tokens a client may spend. */
  @Immutable
  public final class Quota<T> extends Base implements Taker {
      private final int left = 1;
  ── method Quota.Quota
      /** Makes one. */
      public Quota() {
          super();
          this.start();
      }
  ── method Quota.take
      @Override
      @Deprecated
      public <X> boolean take(int amount) throws Failure {
          if (amount > left) {
              return false;
          }
          return spend(amount);
      }
  ── enum Quota.State
      enum State { OPEN, CLOSED }
  }"
`);
});

test("rust", async () => {
  expect(
    await drawChunks(
      "quota.rs",
      `use std::fmt;

/// Tokens.
#[derive(Debug)]
pub struct Quota {
    left: u32,
}

impl fmt::Display for Quota {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = self.left.to_string();
        write!(f, "{}", text)?;
        Ok(())
    }
}

pub trait Take {
    /// Takes some.
    fn take(&mut self, amount: u32) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_out() {
        let quota = Quota { left: 0 };
        assert!(!quota.take(1));
        assert!(!quota.take(2));
    }
}
`,
    ),
  ).toMatchInlineSnapshot(`
    "── block
    use std::fmt;
    ── struct Quota + left
    /// Tokens.
    #[derive(Debug)]
    pub struct Quota {
        left: u32,
    }
    ── block Quota
    impl fmt::Display for Quota {
    ── method Quota.fmt
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            let text = self.left.to_string();
            write!(f, "{}", text)?;
            Ok(())
        }
    }
    ── trait Take + take
    pub trait Take {
        /// Takes some.
        fn take(&mut self, amount: u32) -> bool;
    }
    ── module tests
    #[cfg(test)]
    mod tests {
        use super::*;
    ── function tests.runs_out
        #[test]
        fn runs_out() {
            let quota = Quota { left: 0 };
            assert!(!quota.take(1));
            assert!(!quota.take(2));
        }
    }"
  `);
});

test("c", async () => {
  expect(
    await drawChunks(
      "list.c",
      `#include "list.h"

#define MAX 3
#define SQUARE(x) ((x) * (x))

typedef struct node {
    int value;
    struct node *next;
} node_t;

static int count(const node_t *head);

/* Makes a node. */
static node_t *
make_node(int value)
{
    node_t *node = malloc(sizeof(node_t));
    node->value = value;
    return node;
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── macro MAX + SQUARE
  #include "list.h"

  #define MAX 3
  #define SQUARE(x) ((x) * (x))
  ── type node_t + node, value, next
  typedef struct node {
      int value;
      struct node *next;
  } node_t;
  ── function count
  static int count(const node_t *head);
  ── function make_node
  /* Makes a node. */
  static node_t *
  make_node(int value)
  {
      node_t *node = malloc(sizeof(node_t));
      node->value = value;
      return node;
  }"
`);
});

test("cpp", async () => {
  expect(
    await drawChunks(
      "shape.cpp",
      `#include "shape.h"

namespace geo {

/// A shape.
template <typename T>
class Shape : public Base<T> {
 public:
  Shape();
  virtual ~Shape() = default;

  T area() const {
    auto side = measure();
    return side * side;
  }

 private:
  T side_;
};

template <>
int Shape<int>::scale(int by) {
  auto before = area();
  grow(by);
  return before;
}

bool operator==(const Shape& a, const Shape& b) { return a.same(b); }

}  // namespace geo
`,
    ),
  ).toMatchInlineSnapshot(`
    "── block
    #include "shape.h"
    ── module geo
    namespace geo {
    ── class geo.Shape + ~Shape
    /// A shape.
    template <typename T>
    class Shape : public Base<T> {
     public:
      Shape();
      virtual ~Shape() = default;
    ── method geo.Shape.area
      T area() const {
        auto side = measure();
        return side * side;
      }
    ── field geo.Shape.side_
     private:
      T side_;
    };
    ── method geo.Shape.scale
    template <>
    int Shape<int>::scale(int by) {
      auto before = area();
      grow(by);
      return before;
    }
    ── function geo.operator==
    bool operator==(const Shape& a, const Shape& b) { return a.same(b); }

    }  // namespace geo"
  `);
});

test("csharp", async () => {
  expect(
    await drawChunks(
      "Quota.cs",
      `using System;

namespace A.B
{
    /// <summary>Tokens a client may spend.</summary>
    [Serializable]
    public class Quota<T> : Base, ITaker where T : new()
    {
        private readonly int _left = 1;
        public int Left => _left;

        public Quota() : base()
        {
            Start();
            this.Count();
        }

        public async Task<bool> TakeAsync(int amount)
        {
            if (amount > _left) return false;
            await SpendAsync(amount);
            return true;
        }
    }
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block
  using System;
  ── module A.B
  namespace A.B
  {
  ── class A.B.Quota + _left, Left
      /// <summary>Tokens a client may spend.</summary>
      [Serializable]
      public class Quota<T> : Base, ITaker where T : new()
      {
          private readonly int _left = 1;
          public int Left => _left;
  ── method A.B.Quota.Quota
          public Quota() : base()
          {
              Start();
              this.Count();
          }
  ── method A.B.Quota.TakeAsync
          public async Task<bool> TakeAsync(int amount)
          {
              if (amount > _left) return false;
              await SpendAsync(amount);
              return true;
          }
      }
  }"
`);
});

test("ruby", async () => {
  expect(
    await drawChunks(
      "response.rb",
      `require "set"

module Rack
  # What goes back.
  class Response < Base
    LIMIT = 3

    def initialize(body)
      @body = body
      @headers = Headers.new
    end

    class << self
      def build(body)
        made = new(body)
        made.finish
      end
    end
  end
end

def Rack::Response.parse(text)
  lines = text.lines
  lines.first
end
`,
    ),
  ).toMatchInlineSnapshot(`
    "── block
    require "set"
    ── module Rack
    module Rack
    ── class Rack.Response + LIMIT
      # What goes back.
      class Response < Base
        LIMIT = 3
    ── method Rack.Response.initialize
        def initialize(body)
          @body = body
          @headers = Headers.new
        end
    ── block Rack.Response
        class << self
    ── method Rack.Response.build
          def build(body)
            made = new(body)
            made.finish
          end
        end
      end
    end
    ── method Rack.parse
    def Rack::Response.parse(text)
      lines = text.lines
      lines.first
    end"
  `);
});

test("php", async () => {
  expect(
    await drawChunks(
      "Quota.php",
      `<?php

namespace A\\B;

use X\\Y;

/** Tokens a client may spend. */
#[Immutable]
final class Quota extends Base implements Taker
{
    use Counts;

    private int $left = 1;

    /** Takes some. */
    public function take(int $amount): bool
    {
        if ($amount > $this->left) {
            return false;
        }
        return $this->spend($amount);
    }
}

function helper()
{
    $made = new Quota();
    return $made->take(1);
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block
  <?php

  namespace A\\B;

  use X\\Y;
  ── class Quota + left
  /** Tokens a client may spend. */
  #[Immutable]
  final class Quota extends Base implements Taker
  {
      use Counts;

      private int $left = 1;
  ── method Quota.take
      /** Takes some. */
      public function take(int $amount): bool
      {
          if ($amount > $this->left) {
              return false;
          }
          return $this->spend($amount);
      }
  }
  ── function helper
  function helper()
  {
      $made = new Quota();
      return $made->take(1);
  }"
`);
});

test("kotlin", async () => {
  expect(
    await drawChunks(
      "Quota.kt",
      `package a.b

import x.y.Z

/** Tokens a client may spend. */
@Stable
class Quota(val left: Int) : Base(), Taker {
    companion object {
        const val LIMIT = 3
    }

    override fun take(amount: Int): Boolean {
        if (amount > left) return false
        spend(amount)
        return true
    }
}

fun String.shout(): String = uppercase()
`,
    ),
  ).toMatchInlineSnapshot(`
    "── block
    package a.b

    import x.y.Z
    ── class Quota + companion, LIMIT
    /** Tokens a client may spend. */
    @Stable
    class Quota(val left: Int) : Base(), Taker {
        companion object {
            const val LIMIT = 3
        }
    ── method Quota.take
        override fun take(amount: Int): Boolean {
            if (amount > left) return false
            spend(amount)
            return true
        }
    }
    ── function shout
    fun String.shout(): String = uppercase()"
  `);
});

test("scala", async () => {
  expect(
    await drawChunks(
      "Quota.scala",
      `package a.b

import x.y.{Z, W}

/** Tokens. */
@stable class Quota[T](val left: Int) extends Base with Taker {
  val limit = 3

  def take(amount: Int): Boolean = {
    val enough = amount <= left
    spend(amount)
    enough
  }
}

object Quota {
  def apply(): Quota[Int] = new Quota(1)
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block
  package a.b

  import x.y.{Z, W}
  ── class Quota + limit
  /** Tokens. */
  @stable class Quota[T](val left: Int) extends Base with Taker {
    val limit = 3
  ── method Quota.take
    def take(amount: Int): Boolean = {
      val enough = amount <= left
      spend(amount)
      enough
    }
  }
  ── class Quota + apply
  object Quota {
    def apply(): Quota[Int] = new Quota(1)
  }"
`);
});

test("swift", async () => {
  expect(
    await drawChunks(
      "Quota.swift",
      `import Foundation

/// Tokens.
@objc public class Quota: Base, Taker {
    let left: Int = 1

    init(left: Int) {
        super.init()
        self.start(left)
    }

    func take(amount: Int) -> Bool {
        guard amount <= left else { return false }
        spend(amount)
        return true
    }
}

extension String {
    func shout() -> String {
        let loud = uppercased()
        return loud + "!"
    }
}
`,
    ),
  ).toMatchInlineSnapshot(`
    "── block
    import Foundation
    ── class Quota + left
    /// Tokens.
    @objc public class Quota: Base, Taker {
        let left: Int = 1
    ── method Quota.init
        init(left: Int) {
            super.init()
            self.start(left)
        }
    ── method Quota.take
        func take(amount: Int) -> Bool {
            guard amount <= left else { return false }
            spend(amount)
            return true
        }
    }
    ── block String
    extension String {
    ── method String.shout
        func shout() -> String {
            let loud = uppercased()
            return loud + "!"
        }
    }"
  `);
});

test("lua", async () => {
  expect(
    await drawChunks(
      "quota.lua",
      `local M = {}

--- Takes some.
function M.take(amount)
  local left = M.left
  spend(amount)
  return left
end

function M:give(amount)
  local left = self.left
  self:spend(-amount)
  return left
end

local function helper()
  print("one")
  print("two")
end

return M
`,
    ),
  ).toMatchInlineSnapshot(`
  "── variable M
  local M = {}
  ── method M.take
  --- Takes some.
  function M.take(amount)
    local left = M.left
    spend(amount)
    return left
  end
  ── method M.give
  function M:give(amount)
    local left = self.left
    self:spend(-amount)
    return left
  end
  ── function helper
  local function helper()
    print("one")
    print("two")
  end
  ── block
  return M"
`);
});

test("bash", async () => {
  expect(
    await drawChunks(
      "install.sh",
      `#!/usr/bin/env bash
set -euo pipefail

PREFIX=/usr

# Installs one file.
install_one() {
  local file=$1
  mkdir -p "$PREFIX"
  cp "$file" "$PREFIX"
}

install_one a
`,
    ),
  ).toMatchInlineSnapshot(`
  "── constant PREFIX
  #!/usr/bin/env bash
  set -euo pipefail

  PREFIX=/usr
  ── function install_one
  # Installs one file.
  install_one() {
    local file=$1
    mkdir -p "$PREFIX"
    cp "$file" "$PREFIX"
  }
  ── block
  install_one a"
`);
});

test("elixir", async () => {
  expect(
    await drawChunks(
      "quota.ex",
      `defmodule App.Quota do
  @moduledoc """
  Tokens a client may spend.
  """
  use GenServer

  @type t :: integer

  @doc "Takes some."
  @spec take(t, integer) :: boolean
  def take(left, amount) when amount > left do
    log(left)
    Logger.info("no")
    false
  end

  def take(left, amount) do
    spend(left, amount)
    Logger.info("yes")
    true
  end

  defp spend(left, amount), do: left - amount
end
`,
    ),
  ).toMatchInlineSnapshot(`
  "── module App.Quota + t
  defmodule App.Quota do
    @moduledoc """
    Tokens a client may spend.
    """
    use GenServer

    @type t :: integer
  ── function App.Quota.take
    @doc "Takes some."
    @spec take(t, integer) :: boolean
    def take(left, amount) when amount > left do
      log(left)
      Logger.info("no")
      false
    end
  ── function App.Quota.take
    def take(left, amount) do
      spend(left, amount)
      Logger.info("yes")
      true
    end
  ── function App.Quota.spend
    defp spend(left, amount), do: left - amount
  end"
`);
});

test("haskell", async () => {
  expect(
    await drawChunks(
      "Quota.hs",
      `module Quota where

import Data.List (sort)

-- | Tokens.
data Quota = Quota
  { left :: Int
  , name :: String
  } deriving Show

-- | Takes some.
take :: Int -> Quota -> Bool
take 0 _ = True
take amount quota =
  let rest = left quota
  in amount <= rest

class Taker a where
  spend :: a -> Int

instance Taker Quota where
  spend quota =
    let rest = left quota
    in rest - 1
`,
    ),
  ).toMatchInlineSnapshot(`
    "── block
    module Quota where

    import Data.List (sort)
    ── type Quota + left, name
    -- | Tokens.
    data Quota = Quota
      { left :: Int
      , name :: String
      } deriving Show
    ── function take
    -- | Takes some.
    take :: Int -> Quota -> Bool
    take 0 _ = True
    take amount quota =
      let rest = left quota
      in amount <= rest
    ── interface Taker + spend
    class Taker a where
      spend :: a -> Int
    ── method Taker.spend
    instance Taker Quota where
      spend quota =
        let rest = left quota
        in rest - 1"
  `);
});

test("zig", async () => {
  expect(
    await drawChunks(
      "quota.zig",
      `const std = @import("std");

/// Tokens.
pub const Quota = struct {
    left: u32,

    pub fn take(self: *Quota, amount: u32) bool {
        if (amount > self.left) return false;
        self.left -= amount;
        return true;
    }
};

test "runs out" {
    var quota = Quota{ .left = 0 };
    try std.testing.expect(!quota.take(1));
    try std.testing.expect(!quota.take(2));
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── variable std
  const std = @import("std");
  ── struct Quota + left
  /// Tokens.
  pub const Quota = struct {
      left: u32,
  ── method Quota.take
      pub fn take(self: *Quota, amount: u32) bool {
          if (amount > self.left) return false;
          self.left -= amount;
          return true;
      }
  };
  ── test runs out
  test "runs out" {
      var quota = Quota{ .left = 0 };
      try std.testing.expect(!quota.take(1));
      try std.testing.expect(!quota.take(2));
  }"
`);
});

test("dart", async () => {
  expect(
    await drawChunks(
      "quota.dart",
      `import 'a.dart';

/// Tokens.
@immutable
class Quota extends Base {
  final int left = 1;

  Quota(this.left);

  bool take(int amount) {
    if (amount > left) return false;
    spend(amount);
    return true;
  }
}

void main() {
  var quota = Quota(1);
  quota.take(1);
  print(quota);
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block
  import 'a.dart';
  ── class Quota + left
  /// Tokens.
  @immutable
  class Quota extends Base {
    final int left = 1;

    Quota(this.left);
  ── method Quota.take
    bool take(int amount) {
      if (amount > left) return false;
      spend(amount);
      return true;
    }
  }
  ── function main
  void main() {
    var quota = Quota(1);
    quota.take(1);
    print(quota);
  }"
`);
});

test("solidity", async () => {
  expect(
    await drawChunks(
      "Quota.sol",
      `pragma solidity ^0.8.0;

/// Tokens.
contract Quota is Base {
    uint public left;

    event Taken(uint amount);

    function take(uint amount) public returns (bool) {
        require(amount <= left);
        left -= amount;
        emit Taken(amount);
        return true;
    }
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block
  pragma solidity ^0.8.0;
  ── class Quota + left, Taken
  /// Tokens.
  contract Quota is Base {
      uint public left;

      event Taken(uint amount);
  ── method Quota.take
      function take(uint amount) public returns (bool) {
          require(amount <= left);
          left -= amount;
          emit Taken(amount);
          return true;
      }
  }"
`);
});

test("ocaml", async () => {
  expect(
    await drawChunks(
      "quota.ml",
      `open Printf

(** Takes some. *)
let take left amount =
  let enough = amount <= left in
  printf "%b" enough;
  enough

type t = { left : int }

module Store = struct
  let get id =
    let found = find id in
    log found;
    found
end
`,
    ),
  ).toMatchInlineSnapshot(`
    "── block
    open Printf
    ── function take
    (** Takes some. *)
    let take left amount =
      let enough = amount <= left in
      printf "%b" enough;
      enough
    ── type t
    type t = { left : int }
    ── module Store
    module Store = struct
    ── function Store.get
      let get id =
        let found = find id in
        log found;
        found
    end"
  `);
});

test("julia", async () => {
  expect(
    await drawChunks(
      "quota.jl",
      `module Quotas

using Base

struct Quota <: Taker
    left::Int
end

"Takes some."
function take(quota::Quota, amount) where T
    enough = amount <= quota.left
    println(enough)
    return enough
end

double(x) = 2x

end
`,
    ),
  ).toMatchInlineSnapshot(`
  "── module Quotas + Quota
  module Quotas

  using Base

  struct Quota <: Taker
      left::Int
  end
  ── function Quotas.take
  "Takes some."
  function take(quota::Quota, amount) where T
      enough = amount <= quota.left
      println(enough)
      return enough
  end
  ── function Quotas.double
  double(x) = 2x

  end"
`);
});

test("r", async () => {
  expect(
    await drawChunks(
      "quota.R",
      `library(methods)

#' Takes some.
take <- function(left, amount = 1) {
  enough <- amount <= left
  print(enough)
  enough
}

LIMIT <- 3
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block
  library(methods)
  ── function take
  #' Takes some.
  take <- function(left, amount = 1) {
    enough <- amount <= left
    print(enough)
    enough
  }
  ── constant LIMIT
  LIMIT <- 3"
`);
});

test("objc", async () => {
  expect(
    await drawChunks(
      "Quota.m",
      `#import "Quota.h"

/** Tokens. */
@interface Quota : NSObject
@property (nonatomic) int left;
- (BOOL)take:(int)amount;
@end

@implementation Quota
- (BOOL)take:(int)amount {
    if (amount > self.left) return NO;
    [self spend:amount];
    return YES;
}
@end
`,
    ),
  ).toMatchInlineSnapshot(`
    "── block
    #import "Quota.h"
    ── class Quota + left, take
    /** Tokens. */
    @interface Quota : NSObject
    @property (nonatomic) int left;
    - (BOOL)take:(int)amount;
    @end
    ── block Quota
    @implementation Quota
    ── method Quota.take
    - (BOOL)take:(int)amount {
        if (amount > self.left) return NO;
        [self spend:amount];
        return YES;
    }
    ── block Quota
    @end"
  `);
});

test("groovy", async () => {
  expect(
    await drawChunks(
      "Quota.groovy",
      `package a

import b.C

/** Tokens. */
class Quota extends Base {
    int left = 1

    boolean take(int amount) {
        if (amount > left) return false
        spend(amount)
        return true
    }
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block
  package a

  import b.C
  ── class Quota + left
  /** Tokens. */
  class Quota extends Base {
      int left = 1
  ── method Quota.take
      boolean take(int amount) {
          if (amount > left) return false
          spend(amount)
          return true
      }
  }"
`);
});

test("powershell", async () => {
  expect(
    await drawChunks(
      "Quota.ps1",
      `Import-Module Foo

# Takes some.
function Get-Quota {
    param([int]$Amount)
    $left = Read-Left
    Write-Output $left
}

class Quota {
    [int]$Left

    [bool] Take([int]$amount) {
        $this.Left -= $amount
        $this.Log()
        return $true
    }
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block
  Import-Module Foo
  ── function Get-Quota
  # Takes some.
  function Get-Quota {
      param([int]$Amount)
      $left = Read-Left
      Write-Output $left
  }
  ── class Quota + $Left
  class Quota {
      [int]$Left
  ── method Quota.Take
      [bool] Take([int]$amount) {
          $this.Left -= $amount
          $this.Log()
          return $true
      }
  }"
`);
});

test("hcl", async () => {
  expect(
    await drawChunks(
      "main.tf",
      `# The bucket.
resource "aws_s3_bucket" "logs" {
  bucket = "logs"
  acl    = "private"
  tags = {
    a = 1
  }
}

variable "region" {
  type    = string
  default = "eu"
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block aws_s3_bucket.logs
  # The bucket.
  resource "aws_s3_bucket" "logs" {
    bucket = "logs"
    acl    = "private"
    tags = {
      a = 1
    }
  }
  ── block region
  variable "region" {
    type    = string
    default = "eu"
  }"
`);
});

test("css", async () => {
  expect(
    await drawChunks(
      "app.css",
      `/* Buttons. */
.button,
.link > a {
  color: red;
  margin: 0;
}

@media (max-width: 9px) {
  .button {
    color: blue;
  }
}
`,
    ),
  ).toMatchInlineSnapshot(`
  "── block .button, .link > a
  /* Buttons. */
  .button,
  .link > a {
    color: red;
    margin: 0;
  }
  ── block .button
  @media (max-width: 9px) {
    .button {
      color: blue;
    }
  }"
`);
});

test("vue", async () => {
  expect(
    await drawChunks(
      "App.vue",
      `<template>
  <p>{{ name }}</p>
</template>

<script setup lang="ts">
import { ref } from "vue";

function greet(name: string) {
  const text = \`Hello \${name}\`;
  log(text);
  return text;
}
</script>

<style>
p { color: red; }
</style>
`,
    ),
  ).toMatchInlineSnapshot(`
  "── text
  <template>
    <p>{{ name }}</p>
  </template>

  <script setup lang="ts">
  ── block
  import { ref } from "vue";
  ── function greet
  function greet(name: string) {
    const text = \`Hello \${name}\`;
    log(text);
    return text;
  }
  ── text
  </script>

  <style>
  p { color: red; }
  </style>"
`);
});

test("markdown", async () => {
  expect(
    await drawChunks(
      "README.md",
      `# Quota

Tokens a client may spend.

## Use

\`\`\`sh
# not a heading
quota take 5
\`\`\`

### Limits

Ten a second.
Twenty a minute.

Other
=====

The end.
`,
    ),
  ).toMatchInlineSnapshot(`
  "── section Quota + Use
  # Quota

  Tokens a client may spend.

  ## Use

  \`\`\`sh
  # not a heading
  quota take 5
  \`\`\`
  ── section Quota.Use.Limits
  ### Limits

  Ten a second.
  Twenty a minute.
  ── section Other
  Other
  =====

  The end."
`);
});
