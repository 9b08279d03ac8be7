/** English words that carry a question and name nothing. Code keeps them: only questions are filtered. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all also am an and any are as at be because been before being both but by can could did do does doing done
  each either every for from had has have having he her here his how i if in into is isn it its itself just let like
  may me might more most much must my no nor not of off on once one only or other our out over own please
  same shall she should show so some such tell than that the their them then there these they this those through to
  too under until up us very was we were what when where whether which while who whom whose why will with within
  without would you your`.split(/\s+/),
);
