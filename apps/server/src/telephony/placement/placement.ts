/** A node that lives, as far as it matters for who runs which company. */
export interface LivingNode {
  readonly holder: string;
  /** So much of all companies, in proportion to the others'. */
  readonly share: number;
  /** False while it is drained: it gives its companies to others. */
  readonly takes: boolean;
  /** It has been there for a while, or an operator vouches for it: companies that run elsewhere may come to it. */
  readonly isSettled: boolean;
}

/**
 * Which node is to run a company: the one that has it as long as that lives and the company may not move; else the one that rendezvous
 * hashing chooses by weight, so that a node more or less moves no company that it does not have to do with. Undefined where nobody lives.
 *
 * Every node decides for itself and comes to the same without asking another. Where two see different nodes for a moment, or are of
 * different versions, the database lets one of them have the company.
 */
export function placeOf(
  company: string,
  at: string | null,
  living: readonly LivingNode[],
  { mayMove }: { readonly mayMove: boolean },
): string | undefined {
  const taking = living.filter(({ takes, share }) => takes && share > 0);
  const has = living.find(({ holder }) => holder === at);
  // Where all are drained, or take nothing, somebody has to run it all the same.
  if (has === undefined) return highest(company, taking.length > 0 ? taking : living);
  if (!mayMove) return has.holder;
  const others = taking.filter(({ isSettled }) => isSettled || !has.takes);
  const choice = taking.includes(has) && !others.includes(has) ? [...others, has] : others;
  return highest(company, choice) ?? has.holder;
}

/** The highest random weight: each node draws for each company, always the same, the further right the more its share is. */
function highest(company: string, nodes: readonly LivingNode[]): string | undefined {
  let best: { readonly holder: string; readonly score: number } | undefined;
  for (const { holder, share } of nodes) {
    const score = -Math.max(share, Number.MIN_VALUE) / Math.log(drawn(`${holder} ${company}`));
    if (best === undefined || score > best.score || (score === best.score && holder > best.holder))
      best = { holder, score };
  }
  return best?.holder;
}

const half = 2 ** 32;

/** Between 0 and 1, both left out; always the same for the same text. Ten thousand companies are asked about at once. */
function drawn(text: string): number {
  const [high, low] = [mixed(text, 0x811c9dc5), mixed(text, 0x01000193)];
  return ((high >>> 11) * half + low + 0.5) / 2 ** 53;
}

/** FNV-1a, with its bits mixed well in the end: the texts differ in a few places alone. */
function mixed(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
