import path from "node:path";
import { expect, test } from "vitest";
import { Languages } from "../../server/syntax/languages";

const languages = Languages.open(path.resolve(import.meta.dirname, "../.."));

const headers: readonly [what: string, language: string, text: string][] = [
  [
    "plain declarations",
    "c",
    "#ifndef A_H\n#define A_H\nint add(int a, int b);\nstruct point { int x; };\n#endif\n",
  ],
  [
    "a C header for C++ readers too",
    "c",
    '#ifdef __cplusplus\nextern "C" {\n#endif\nint add(int a, int b);\n',
  ],
  ["a class", "cpp", "#pragma once\nclass Stack {\npublic:\n  void push(int value);\n};\n"],
  ["a namespace", "cpp", "namespace net {\nint open();\n}\n"],
  ["a template", "cpp", "template <typename T>\nT max(T a, T b);\n"],
  ["the standard library", "cpp", "#include <string>\nstd::string name();\n"],
  ["an interface", "objc", "#import <UIKit/UIKit.h>\n@interface Cell : UIView\n- (void)draw;\n@end\n"],
  ["Foundation types", "objc", "FOUNDATION_EXPORT NSString * const kName;\n"],
  ["nothing at all", "c", ""],
];

test.each(headers)("a .h file with %s is %s", (_, language, text) =>
  expect(languages.languageOf("include/thing.h", text)).toBe(language),
);
