export { carrierByPrefix } from './carrier.ts';
export { formatPhone } from './format.ts';
export { maskName, maskPhone } from './mask.ts';
export { numberIn } from './number-in.ts';
export { numberKey } from './number-key.ts';
export { type OldLandline, oldLandline } from './old-landline.ts';
export { type Phone, type PhoneKind, type PhoneProblem, type PhoneResult, parsePhone } from './parse.ts';
export { matchesPattern, patternStart } from './pattern.ts';
export { spellsNumber } from './spells-number.ts';
