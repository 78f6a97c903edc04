import {
  type AutomationTrigger,
  automationActions,
  automationTriggers,
  isAtTime,
  isLevel,
  levelUnits,
  taskTakers,
} from '@alo/contract';
import { inSentence } from '@alo/ui';

/** What a sentence is made of: a row, or a form on its way to one. */
interface Said {
  readonly trigger?: string | null | undefined;
  readonly level?: number | null | undefined;
  readonly for_minutes?: number | null | undefined;
  readonly at_time?: string | null | undefined;
  readonly wait_minutes?: number | null | undefined;
  readonly unless_reached?: boolean | null | undefined;
  readonly actions?:
    | readonly { readonly kind?: string | null; readonly taker?: string | null | undefined }[]
    | null
    | undefined;
}

const isTrigger = (name: string): name is AutomationTrigger => name in automationTriggers;
const actionWords: Readonly<Record<string, string>> = automationActions;

/** An automation as one would say it: Khi …, chờ …, thì …. */
export function sentenceOf({ trigger, level, for_minutes: minutes, at_time: at, ...rest }: Said): string {
  if (!trigger || !isTrigger(trigger)) return '';
  const amount = isLevel(trigger)
    ? ` (${trigger === 'queue.level' ? 'dưới' : 'hơn'} ${level ?? '…'} ${levelUnits[trigger]}${minutes ? `, trong ${minutes} phút` : ''})`
    : isAtTime(trigger)
      ? `${trigger === 'clock' ? '' : ' lúc'} ${at || '…'} mỗi ngày`
      : '';
  const wait = rest.wait_minutes
    ? `, ${rest.wait_minutes} phút sau${rest.unless_reached ? ' vẫn chưa ai nói chuyện với khách' : ''}`
    : '';
  const does = (rest.actions ?? []).map(({ kind, taker }) => {
    const words = inSentence(actionWords[kind ?? ''] ?? '…');
    return kind === 'task' && taker === 'owner' ? `${words} cho ${inSentence(taskTakers.owner)}` : words;
  });
  return `Khi ${inSentence(automationTriggers[trigger])}${amount}${wait}, thì ${does.join(', ') || '…'}.`;
}
