// Just enough English grammar to make a doc comment's first sentence a sentence about its symbol. What fits no rule is
// told after a colon, unchanged: better plain than wrong.

/** `subject` + summary -> a sentence without its full stop. `isThing`: the subject names a thing, not an action. */
export function joinSubject(subject: string, summary: string, isThing: boolean): string {
  const itself =
    /^this (?:function|method|class|struct|interface|trait|type|module|macro|variable|constant|field) (.+)$/i;
  const said = itself.exec(summary)?.[1];
  if (said) return `${subject} ${conjugate(said) ?? said}`;
  const verbs = /^\w+ this\b/.test(summary) && isThing ? null : conjugate(summary); // "Implement this interface to …"
  if (verbs) return `${subject} ${verbs}`;
  const whether = /^(?:whether|true if|true when) (.+)$/i.exec(summary)?.[1];
  if (whether) return `${subject} tells whether ${whether}`;
  if (isThing && PASSIVE.test(summary)) return `${subject} is ${lowerFirst(summary)}`;
  if (isThing && isNounPhrase(summary)) return `${subject} is ${lowerFirst(summary)}`;
  return `${subject}: ${isSentence(summary) ? summary : lowerFirst(summary)}`;
}

/** `Return the token and store it` -> `returns the token and stores it`; null where no known verb begins the text. */
function conjugate(summary: string): string | null {
  const match = /^(\w+)(?:((?:,| and| or|, and| or else) )(\w+))?([\s\S]*)$/.exec(summary);
  if (match?.[1] && NOUNS_TOO.has(match[1].toLowerCase()) && !BEFORE_OBJECT.test(match[4] ?? "")) return null;
  const first = match?.[1] && thirdPerson(match[1]);
  if (!match || !first) return null;
  const isBase = VERBS.has(match[1]!.toLowerCase());
  const second = match[3] === undefined ? "" : `${match[2] ?? ""}${thirdPerson(match[3]) ?? match[3]}`;
  return `${first}${second}${isBase ? furtherVerbs(match[4] ?? "") : (match[4] ?? "")}`;
}

/** A verb in its plain form, as an imperative begins. */
export function isVerb(word: string): boolean {
  return VERBS.has(word.toLowerCase());
}

/** `… and run the hooks` -> `… and runs the hooks`, after a first verb that was turned too. */
function furtherVerbs(rest: string): string {
  if (/\b(?:to|can|will|must|should|may|not|you|we|they|that|which|who|and then) /i.test(rest)) return rest;
  return rest.replace(
    /((?:,| and|, and) )(\w+)(?= (?:the|a|an|it|its|them|through|all|any|each)\b)/g,
    (all, lead, word) => (VERBS.has(word) ? `${lead}${thirdPerson(word)}` : all),
  );
}

function thirdPerson(word: string): string | null {
  const verb = word.toLowerCase();
  if (VERBS.has(verb)) {
    if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
    return /(s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
  }
  const bases = [verb.replace(/s$/, ""), verb.replace(/es$/, ""), verb.replace(/ies$/, "y")];
  return verb.endsWith("s") && bases.some((base) => VERBS.has(base)) ? verb : null;
}

/** `Raised if an option is missing`: said of the thing itself. */
const PASSIVE = /^(?:raised|thrown|returned|emitted|fired|called|invoked|used|sent|triggered|deprecated)\b/i;

const FINITE =
  /^(?:is|are|was|were|can|has|have|had|does|do|will|must|should|may|might|isn't|aren't|can't|doesn't)$/i;

/** `A group is a command`: a sentence of its own, which needs no other subject. Words after "that" belong to the noun. */
function isSentence(summary: string): boolean {
  const [head = ""] = summary
    .replace(/\([^)]*\)/g, "")
    .split(/\b(?:that|which|who|whose|where|when|for|to|,)\b|[,:;(]/i, 1);
  const words = head.trim().split(/\s+/).slice(1, 9);
  return words.some(
    (word, idx) => FINITE.test(word) || (idx > 0 && word.endsWith("s") && isThirdPersonOnly(word)),
  );
}

/** `provides` can only be a verb; `calls` may be what somebody counts. */
function isThirdPersonOnly(word: string): boolean {
  const base = word.toLowerCase().replace(/s$/, "");
  return VERBS.has(base) && !NOUNS_TOO.has(base);
}

/** `A token bucket`: what a thing is. */
function isNounPhrase(summary: string): boolean {
  return /^(?:an?|the) /i.test(summary) && !isSentence(summary);
}

/** `Base class` -> `base class`, but `HTTP client` and `JWTToken` stay. */
export function lowerFirst(text: string): string {
  return /^[A-Z]([a-z]+\b|\b)/.test(text) && !/^I\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

/** "Retry loop of a request" names a thing, "Retry the request" tells what is done: the next word decides. */
const BEFORE_OBJECT =
  /^ ?(an?|the|all|any|some|this|that|these|those|its?|each|every|one|if|when|until|to|from|in|into|under|about|on|off|with|for|up|out|down|over|through|as|by|whether|what|how|and|or|`[^`]*`)\b|^ ?`/i;
const NOUNS_TOO = new Set(
  `block cache call cast catch change check clone commit copy count cut download draw drop export filter flush
  force format group guard handle hash hold import increment index insert launch list lock log look map mark
  match measure merge monitor move override pack patch pick page poll process pull push query queue record reload
  render report request reset resume retry reverse roll route run sample scan schedule search setup shift show
  sort split start stop store stream supply support swap switch test time transform trigger try turn update
  upload use wait walk watch wrap`.split(/\s+/),
);

const VERBS = new Set(
  `abort accept acquire activate add adjust advance allocate allow append apply assert assign attach authenticate
  bind block build cache calculate call cancel cast catch change check clean clear clone close collect combine commit
  compare compile complete compress compute configure connect construct consume contain convert copy count create cut
  deal declare decode decrement decompress decrypt define delegate delete describe deserialize destroy detach detect determine
  disable disconnect dispatch display dispose divide do download draw drop dump emit enable encode encrypt ensure enter estimate
  evaluate execute exit expand export expose extend extract fetch fill filter find finish gather flatten flush fold follow
  force format forward free generate get give group guard guess handle hash hide hold identify ignore implement import
  include increment index indicate infer initialise initialize insert inspect install instantiate invoke iterate join
  keep launch list listen load locate lock log look lookup make manage map mark match measure merge migrate modify
  monitor move multiply normalise normalize notify obtain open override pack parse pass patch peek perform pick poll pop
  populate prepare present prevent print process produce provide publish pull purge push put query queue raise read
  rebuild receive reconnect record redirect reduce refresh register reject release reload remove rename render
  reorder replace report represent request require reset resolve respond restart restore resume retrieve retry return
  reuse reverse rewrite roll rotate round route run sample save say scan schedule search select send serialise
  serialize serve set setup shift show shuffle shut sign simulate skip sleep sort specify spawn split start stop store
  stream strip submit subscribe subtract supply support suspend swap switch sync take tell terminate test throw time
  toggle track transform translate traverse trigger trim truncate try turn unlock unregister unsubscribe unwrap update
  upload use validate verify visit wait wake walk warn watch wrap write yield`.split(/\s+/),
);
