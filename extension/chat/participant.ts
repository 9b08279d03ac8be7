import * as vscode from "vscode";
import type { WireAnswer, WireCitation, WireSentence } from "../../server/protocol/wire";
import type { EngineClient } from "../client";
import { RequestFailure } from "../failure";
import { lineLabel } from "../spanLines";
import { followUpsOf } from "./followUps";

const ID = "plumbline.chat";

/** `@plumbline` in the chat view: the answers of the panel, each sentence with the lines it rests on. */
export function registerParticipant(client: EngineClient, icon: vscode.Uri): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(ID, (request, context, stream, token) =>
    respond(client, request, context, stream, token),
  );
  participant.iconPath = icon;
  participant.followupProvider = {
    provideFollowups: ({ metadata }) => followUpsOf((metadata as Metadata | undefined)?.symbols ?? []),
  };
  return participant;
}

interface Metadata {
  readonly symbols: readonly string[];
}

async function respond(
  client: EngineClient,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  stream.progress(vscode.l10n.t("Reading the code"));
  const earlier = context.history
    .filter((turn) => turn instanceof vscode.ChatRequestTurn)
    .map((turn) => turn.prompt);
  try {
    const answer = await client.ask({ id: CHAT_ASK_ID, question: request.prompt, earlier }, token);
    write(answer, stream);
    const symbols = answer.sentences.flatMap(({ citations }) => citations.map(({ symbol }) => symbol));
    return { metadata: { symbols: [...new Set(symbols)].filter(Boolean) } satisfies Metadata };
  } catch (error) {
    if (error instanceof RequestFailure) return { errorDetails: { message: error.message } };
    throw error;
  }
}

/** Snapshots of the panel's answers carry ids above 0: none is mistaken for one of the chat's. */
const CHAT_ASK_ID = 0;

function write(answer: WireAnswer, stream: vscode.ChatResponseStream): void {
  if (answer.refused) stream.markdown(answer.reason ?? "");
  for (const sentence of answer.sentences) writeSentence(sentence, stream);
  if (answer.nDropped > 0)
    stream.markdown(vscode.l10n.t("\n\n{0} sentences without proof were left out.", answer.nDropped));
  for (const line of answer.basis ?? []) stream.markdown(`\n\n*${line}*`);
}

function writeSentence({ text, state, citations }: WireSentence, stream: vscode.ChatResponseStream): void {
  // A sentence is Markdown of ours or of a model; it comes as untrusted, so no command link in it works.
  stream.markdown(`${text}${state === "weak" ? ` *(${vscode.l10n.t("not decided by its lines")})*` : ""} `);
  for (const citation of citations) {
    const location = locationOf(citation);
    stream.anchor(location, `${citation.span.path}, ${lineLabel(citation.span)}`);
    stream.reference(location);
  }
  stream.markdown("\n\n");
}

function locationOf({ span }: WireCitation): vscode.Location {
  const range = new vscode.Range(span.startLine, 0, Math.max(span.startLine, span.endLine - 1), 0);
  return new vscode.Location(vscode.Uri.file(span.file), range);
}
