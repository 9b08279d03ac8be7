/**
 * Words that people put around what they ask for. Code rarely spells them ("lifecycle", "composition"), so their
 * absence says little, though an index that never saw them calls them rarest of all.
 */
export const GENERIC_WORDS: ReadonlySet<string> = new Set(
  `access action actions across algorithm allow allows application architecture automatic automatically backend base
  based basic behavior behaviour boundaries build building builds built caller change changes check checks component
  components composed composition computed concept concurrency concurrent conditionally configuration configured
  configures construction contents control controls convert converts core create created creates creating creation
  current custom data default defaults defined defines definition definitions dependencies design detect detects
  determine determined determines different distinct during efficient enable enforce enforced enforcement engine ensure
  entire entry establish establishes execute executed executes execution existing expect extraction feature features
  flow format full function functionality functions general generate generated generates generating generation generic
  group grouping handle handled handler handles handling hierarchy identification identify individual information
  inheritance initial initialization initialize inside instance instances integrate integrates integration interface
  interfaces internal internally internals item items layer layout level library lifecycle limit limited local lookup
  maintain maintains manage managed management manager manages mechanism method methods model models module modules
  multiple named native new object objects operation operations option optional options organize output overall package
  parameter parameters pass passed passes pattern patterns perform performs pipeline point points prevent prevents
  primary procedure process processed processes processing produce program proper propagate propagates provide provided
  provides public purpose reference references related representation represented represents resolution resolve resolved
  resolves result results retrieve rule rules run running runs runtime scheduling separate sequence service set sets
  setting settings setup shared simple simulating single source specific specified stage standard start started starts
  state step steps strategy structure structured structures style support supported supporting supports surfaced system
  systems target time tool track tracked tracks trigger triggered triggers type typed types underlying update updated
  updates utilities utility valid validate validates value values variable various version whole workflow`.split(
    /\s+/,
  ),
);
