import type { QuestionKind } from '@alo/contract';

interface Asked {
  readonly name: string;
  readonly kind: QuestionKind;
  readonly choices: readonly string[];
}

/** A question as a machine says it to somebody who answers by keys. Empty where keys cannot answer it. */
export function spokenQuestion({ name, kind, choices }: Asked): string {
  const asked = /[.?!…]$/.test(name) ? name : `${name}.`;
  switch (kind) {
    case 'scale':
      return `${asked} Bấm phím từ 1 đến 5: 1 là rất không hài lòng, 5 là rất hài lòng.`;
    case 'nps':
      return `${asked} Bấm phím từ 0 đến 10: 0 là chắc chắn không, 10 là chắc chắn có. Phím sao là 10.`;
    case 'yes-no':
      return `${asked} Bấm phím 1 nếu có, phím 2 nếu không.`;
    case 'one':
      return `${asked} ${choices.map((choice, at) => `Bấm phím ${at + 1}: ${choice}.`).join(' ')}`;
    case 'several':
    case 'text':
      return '';
    default:
      return kind satisfies never;
  }
}
