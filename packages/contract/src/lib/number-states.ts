import { oneOf } from './one-of.ts';

/** How far a number has come: calls come and go by one that is active alone. */
export const numberStates = {
  papers: 'Chờ hồ sơ',
  review: 'Đang duyệt',
  active: 'Hoạt động',
  paused: 'Tạm dừng',
  ended: 'Ngừng',
} as const;
export type NumberState = keyof typeof numberStates;
export const numberState = oneOf(numberStates);

/** What becomes of a number: by its company, or by the operator, who decides. */
type Steps = Readonly<Record<NumberState, readonly NumberState[]>>;

const ofCompany: Steps = {
  papers: ['review'],
  review: ['papers'],
  active: ['ended'],
  paused: ['ended'],
  // One that the company ended itself begins anew.
  ended: ['papers'],
};

const ofOperator: Steps = {
  papers: ['active', 'ended'],
  review: ['active', 'papers', 'ended'],
  active: ['papers', 'paused', 'ended'],
  paused: ['active', 'ended'],
  ended: ['active', 'papers'],
};

/** Who brings a number on; `both` is a company that nobody else decides for. */
export type NumberStepper = 'company' | 'operator' | 'both';

/** Where a number can go from here. What the operator paused or ended, the operator alone puts back. */
export function numberSteps(
  { state, by_operator: byOperator }: { readonly state: NumberState; readonly by_operator: boolean },
  who: NumberStepper,
): readonly NumberState[] {
  if (who === 'operator') return ofOperator[state];
  if (who === 'both') return [...new Set([...ofCompany[state], ...ofOperator[state]])];
  return byOperator && state === 'ended' ? [] : ofCompany[state];
}

/** The operator says why a number does not get on. */
export const stepNeedsWords = (to: NumberState, who: NumberStepper): boolean =>
  who === 'operator' && (to === 'papers' || to === 'paused' || to === 'ended');
