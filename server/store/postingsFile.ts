import { promises as fs } from "node:fs";
import path from "node:path";
import { PostingBlock } from "../lexical/postingBlock";
import { type NameHash, type NameLists, readNameLists } from "./nameTable";
import type { PostingsPlace } from "./records";

/** The searchable half of some chunk records, in their order. */
export interface StoredPostings {
  readonly lists: PostingBlock;
  /** As `NameLists` writes them. */
  readonly names: Buffer;
}

/** Reads one transaction's postings. @throws Error where the file is shorter or damaged. */
export async function readPostings(file: string, place: PostingsPlace): Promise<StoredPostings> {
  const [offset, nListBytes, nNameBytes] = place;
  const bytes = Buffer.allocUnsafeSlow(nListBytes + nNameBytes);
  const handle = await fs.open(file, "r");
  try {
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
    if (bytesRead < bytes.length) throw new Error("The posting lists are cut off.");
  } finally {
    await handle.close();
  }
  // A copy of the lists: the names are read once, and would be held along with them.
  const lists = new PostingBlock(Buffer.from(Uint8Array.prototype.slice.call(bytes, 0, nListBytes)));
  return { lists, names: bytes.subarray(nListBytes) };
}

/** Puts the names of the chunks that `isKept` into `into`. */
export function copyNames(names: Buffer, into: NameLists, isKept: (chunk: number) => boolean): void {
  let current = -1;
  let hashes: NameHash[] = [];
  const put = () => {
    if (current >= 0 && isKept(current)) into.put(hashes);
    hashes = [];
  };
  readNameLists(names, {
    chunk: (chunk) => {
      put();
      current = chunk;
    },
    name: (_, low, high) => hashes.push([low, high]),
  });
  put();
}

/** Appends postings ahead of the commit that names them. Invariant: the caller holds the store's writer lock. */
export class PostingsWriter {
  private constructor(
    private readonly handle: fs.FileHandle,
    private length: number,
  ) {}

  /** Cuts off what no commit names. @throws Error where the file is shorter than what is named. */
  static async open(file: string, committedBytes: number): Promise<PostingsWriter> {
    await fs.mkdir(path.dirname(file), { recursive: true });
    const handle = await fs.open(file, "a");
    const { size } = await handle.stat();
    if (size < committedBytes) {
      await handle.close();
      throw new Error("The posting lists are cut off.");
    }
    await handle.truncate(committedBytes);
    return new PostingsWriter(handle, committedBytes);
  }

  async append(lists: Buffer, names: Buffer): Promise<PostingsPlace> {
    const place = [this.length, lists.length, names.length] as const;
    await this.handle.appendFile(Buffer.concat([lists, names]));
    await this.handle.datasync();
    this.length += lists.length + names.length;
    return place;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}
