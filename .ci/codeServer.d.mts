import type { ChildProcess } from "node:child_process";

export interface CodeServer {
  readonly base: string; // http://127.0.0.1:PORT
  readonly userData: string;
  readonly child: ChildProcess;
  readonly logFile: string;
  stop(): Promise<void>;
}

export interface CodeServerOptions {
  readonly workspace: string; // A folder or a .code-workspace file.
  readonly extensionsDir?: string | null;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export const quietSettings: Readonly<Record<string, unknown>>;
export function ensureExtension(): string;
export function startCodeServer(options: CodeServerOptions): Promise<CodeServer>;
