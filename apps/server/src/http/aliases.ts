/** Names as one would spell them, and what the paths of the specification are called. */
const names: Readonly<Record<string, string>> = {
  branches: 'branchs',
  'call-history': 'histories-call',
};

const pattern = new RegExp(`^(/api/[^/?]+/)(${Object.keys(names).join('|')})(?=[/?]|$)`);
/** The list alone: what is done with several customers has its plain name already. */
const customers = /^(\/api\/[^/?]+\/)customers(?=\?|$)/;

/** The address that a request means: a clean name stands for the odd one everywhere below a company. */
export function meantAddress(method: string | undefined, url: string): string {
  if (method === 'GET' && customers.test(url)) return url.replace(customers, '$1get-data-filter');
  return url.replace(pattern, (_whole, company: string, name: string) => `${company}${names[name] ?? name}`);
}
