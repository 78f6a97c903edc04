/** The features that our people dial a code for. A new one is a line here, a file in `feature/`, and a line in `features.ts`. */
export type FeatureName =
  | 'pick-up'
  | 'pick-up-from'
  | 'voicemail'
  | 'do-not-disturb-on'
  | 'do-not-disturb-off'
  | 'forward-always'
  | 'forward-always-off'
  | 'forward-busy'
  | 'forward-busy-off'
  | 'forward-no-answer'
  | 'forward-no-answer-off'
  | 'queue-join'
  | 'queue-leave'
  | 'queue-pause'
  | 'queue-resume'
  | 'last-caller'
  | 'echo-test'
  | 'clock'
  | 'own-number';

/** The meaning of a code: a feature, or the time condition that it turns by hand. */
export type FeatureCode =
  | { readonly kind: 'feature'; readonly feature: FeatureName }
  | { readonly kind: 'day-night'; readonly condition: string };

/** The extension that dialled a code, and the digits behind it: `*72` and `0901234567`. */
export type DialledCode = { readonly by: string; readonly rest: string };
