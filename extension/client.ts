import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  State,
  TransportKind,
} from "vscode-languageclient/node";
import {
  answerProgress,
  askRequest,
  clearRequest,
  configureRequest,
  coverageRequest,
  detailsRequest,
  explainRequest,
  filesSaved,
  indexStatusChanged,
  locateRequest,
  pauseRequest,
  rebuildRequest,
  resumeRequest,
  searchRequest,
  statusRequest,
  toolRequest,
  windowFocused,
} from "../server/protocol/engine";
import type {
  AskParams,
  ExplainParams,
  Explanation,
  IndexDetails,
  IndexPhase,
  IndexStatus,
  LocateParams,
  LocateResult,
  RepoCoverage,
  SearchParams,
  SearchResult,
  ServerSettings,
  ToolParams,
  WireAnswer,
} from "../server/protocol/wire";
import { NOT_RUNNING, RequestFailure, wireErrorOf } from "./failure";
import { RestartPolicy } from "./restartPolicy";

type Token = vscode.CancellationToken;
type Request<P, R> = (client: LanguageClient, params: P, token?: Token) => Promise<R>;

/**
 * The server process and its requests as typed functions. A failed request throws `RequestFailure`,
 * a cancelled one `vscode.CancellationError`; nothing else leaves here.
 */
export class EngineClient implements vscode.Disposable {
  readonly #statusChanged = new vscode.EventEmitter<IndexStatus>();
  readonly #answerProgressed = new vscode.EventEmitter<{ id: number; answer: WireAnswer }>();
  readonly onStatus = this.#statusChanged.event;
  readonly onAnswerProgress = this.#answerProgressed.event;
  readonly #policy = new RestartPolicy();
  #client: LanguageClient | null = null;
  #settings: ServerSettings | null = null;
  #turn: Promise<void> = Promise.resolve();
  #status: IndexStatus = localStatus("starting", "Plumbline is starting.");

  constructor(
    private readonly serverModule: string,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** The state last heard of; made up here only while no server runs. */
  get status(): IndexStatus {
    return this.#status;
  }

  /** Runs the server with these settings: starts it, or tells the running one. */
  run(settings: ServerSettings): Promise<void> {
    this.#settings = settings;
    return this.#inTurn(() => (this.#client ? this.#configure(this.#client) : this.#start()));
  }

  /** Ends the server, and says why in the status. */
  stop(phase: IndexPhase, message: string): Promise<void> {
    this.#settings = null; // Invariant: a restart asked for by hand starts nothing that is turned off.
    return this.#inTurn(async () => {
      await this.#end();
      this.#setStatus(localStatus(phase, message));
    });
  }

  /** Starts a new server whatever the old one is doing. */
  restart(): Promise<void> {
    this.#policy.reset();
    return this.#inTurn(async () => {
      await this.#end();
      if (this.#settings) await this.#start();
    });
  }

  search(params: SearchParams, token?: Token): Promise<SearchResult> {
    return this.#request(
      (client, sent, until) => client.sendRequest(searchRequest, sent, until),
      params,
      token,
    );
  }

  ask(params: AskParams, token?: Token): Promise<WireAnswer> {
    return this.#request((client, sent, until) => client.sendRequest(askRequest, sent, until), params, token);
  }

  tool(params: ToolParams, token?: Token): Promise<string> {
    return this.#request(
      (client, sent, until) => client.sendRequest(toolRequest, sent, until),
      params,
      token,
    );
  }

  explain(params: ExplainParams, token?: Token): Promise<Explanation | null> {
    return this.#request(
      (client, sent, until) => client.sendRequest(explainRequest, sent, until),
      params,
      token,
    );
  }

  locate(params: LocateParams, token?: Token): Promise<LocateResult> {
    return this.#request(
      (client, sent, until) => client.sendRequest(locateRequest, sent, until),
      params,
      token,
    );
  }

  details(): Promise<IndexDetails> {
    return this.#request((client) => client.sendRequest(detailsRequest), null);
  }

  coverage(): Promise<readonly RepoCoverage[]> {
    return this.#request((client) => client.sendRequest(coverageRequest), null);
  }

  async rebuild(): Promise<void> {
    await this.#request((client) => client.sendRequest(rebuildRequest), null);
  }

  async pause(): Promise<void> {
    await this.#request((client) => client.sendRequest(pauseRequest), null);
  }

  async resume(): Promise<void> {
    await this.#request((client) => client.sendRequest(resumeRequest), null);
  }

  async clear(): Promise<void> {
    await this.#request((client) => client.sendRequest(clearRequest), null);
  }

  /** Best effort, like `saved`. */
  focused(): void {
    if (this.#client?.isRunning()) void this.#client.sendNotification(windowFocused);
  }

  /** Best effort: the server also watches the folders itself. */
  saved(files: readonly string[]): void {
    if (this.#client?.isRunning()) void this.#client.sendNotification(filesSaved, { files });
  }

  async dispose(): Promise<void> {
    await this.#inTurn(() => this.#end());
    this.#statusChanged.dispose();
    this.#answerProgressed.dispose();
  }

  async #request<P, R>(send: Request<P, R>, params: P, token?: Token): Promise<R> {
    if (!this.#client) throw new RequestFailure(NOT_RUNNING);
    try {
      return await send(this.#client, params, token);
    } catch (error) {
      const wire = wireErrorOf(error);
      throw wire ? new RequestFailure(wire) : new vscode.CancellationError();
    }
  }

  /** Starting, stopping and settings never overlap: each waits for the one before. */
  #inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(step);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #start(): Promise<void> {
    this.#setStatus(localStatus("starting", "The Plumbline server is starting."));
    const client = new LanguageClient("plumbline", "Plumbline", this.#serverOptions(), this.#clientOptions());
    client.onNotification(indexStatusChanged, (status) => this.#setStatus(status));
    client.onNotification(answerProgress, (progress) => this.#answerProgressed.fire(progress));
    this.#client = client;
    try {
      await client.start();
      await this.#configure(client);
    } catch (error) {
      this.#failed(error);
    }
    // Invariant: a server restarted after a crash knows nothing until it is told again.
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running && client === this.#client) void this.#configure(client);
    });
  }

  async #configure(client: LanguageClient): Promise<void> {
    if (!this.#settings) return;
    try {
      await client.sendRequest(configureRequest, this.#settings);
      this.#setStatus(await client.sendRequest(statusRequest));
    } catch (error) {
      this.#failed(error);
    }
  }

  async #end(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    // A server that will not end is killed by the client after two seconds; there is nothing left to do here.
    await client?.dispose().catch((error) => this.log.warn(`Stopping the server: ${error}`));
  }

  #failed(error: unknown): void {
    const wire = wireErrorOf(error);
    if (!wire) return;
    this.log.error(error instanceof Error ? error : String(error));
    this.#setStatus(localStatus("failed", wire.message));
  }

  #setStatus(status: IndexStatus): void {
    this.#status = status;
    this.#statusChanged.fire(status);
  }

  #serverOptions() {
    const run = { module: this.serverModule, transport: TransportKind.ipc };
    return { run, debug: { ...run, options: { execArgv: ["--nolazy", "--inspect=6009"] } } };
  }

  #clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: "file" }],
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never, // Failures are told where they matter, in one sentence.
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.#closed(),
      },
    };
  }

  #closed() {
    if (this.#policy.crashed(performance.now()) === "restart") {
      this.#setStatus(localStatus("starting", "The Plumbline server stopped and is being started again."));
      return { action: CloseAction.Restart, handled: true };
    }
    const message = "The Plumbline server stopped several times in a row. See the log, then restart it.";
    this.#setStatus(localStatus("failed", message));
    void this.#offerRestart(message);
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  async #offerRestart(message: string): Promise<void> {
    const choice = await vscode.window.showErrorMessage(message, "Restart", "Show Log");
    if (choice === "Restart") await this.restart();
    if (choice === "Show Log") this.log.show();
  }
}

/** A state of the extension's own, for when there is no server to ask. */
function localStatus(phase: IndexPhase, message: string): IndexStatus {
  return { phase, message, progress: null, repositories: [] };
}
