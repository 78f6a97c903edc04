/** Words with their labels, as what can be chosen: in the order in which they are written. */
export const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  // The keys of an object that is written down are its words.
  (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));
