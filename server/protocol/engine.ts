import { NotificationType, NotificationType0, RequestType, RequestType0 } from "vscode-jsonrpc";
import type {
  AskParams,
  ExplainParams,
  Explanation,
  IndexDetails,
  IndexStatus,
  LocateParams,
  LocateResult,
  RepoCoverage,
  SearchParams,
  SearchResult,
  ServerSettings,
  ToolParams,
  WireAnswer,
  WireError,
} from "./wire";

/** Opens or closes folders and takes new settings; answers when the folders are known, not yet indexed. */
export const configureRequest = new RequestType<ServerSettings, null, WireError>("plumbline/configure");

/** Ranked spans. Cancel it when the query changes; a stale result is worth nothing. */
export const searchRequest = new RequestType<SearchParams, SearchResult, WireError>("plumbline/search");

/** A cited answer; while it is made, `answerProgress` brings snapshots with the same id. */
export const askRequest = new RequestType<AskParams, WireAnswer, WireError>("plumbline/ask");
export const answerProgress = new NotificationType<{ readonly id: number; readonly answer: WireAnswer }>(
  "plumbline/answerProgress",
);

/** What an agent asks through the editor's own tools; the result as text, its lines fenced as data. */
export const toolRequest = new RequestType<ToolParams, string, WireError>("plumbline/tool");

/** What the index alone knows of the symbol at a place; null where it knows nothing. */
export const explainRequest = new RequestType<ExplainParams, Explanation | null, WireError>(
  "plumbline/explain",
);

/** Where cited lines are now. */
export const locateRequest = new RequestType<LocateParams, LocateResult, WireError>("plumbline/locate");

/** The state of the index; `indexStatusChanged` brings each change of it. */
export const statusRequest = new RequestType0<IndexStatus, WireError>("plumbline/status");
export const indexStatusChanged = new NotificationType<IndexStatus>("plumbline/indexStatusChanged");

/** Disk, memory and commits: read when asked, for the view of the index. */
export const detailsRequest = new RequestType0<IndexDetails, WireError>("plumbline/details");

/** What is not searched, and why, of every open repository. */
export const coverageRequest = new RequestType0<readonly RepoCoverage[], WireError>("plumbline/coverage");

/** Throws the index of all open folders away and builds it anew. */
export const rebuildRequest = new RequestType0<null, WireError>("plumbline/rebuild");

/** Stops indexing until `resumeRequest`, keeping what was done; no index process is left when it is answered. */
export const pauseRequest = new RequestType0<null, WireError>("plumbline/pause");
export const resumeRequest = new RequestType0<null, WireError>("plumbline/resume");

/** Deletes the index of all open folders and pauses. */
export const clearRequest = new RequestType0<null, WireError>("plumbline/clear");

/** The editor's window has the focus again. */
export const windowFocused = new NotificationType0("plumbline/windowFocused");

/** Files changed on disk as the editor saw it: a save. Absolute paths. */
export const filesSaved = new NotificationType<{ readonly files: readonly string[] }>("plumbline/filesSaved");
