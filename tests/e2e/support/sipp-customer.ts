import { runSipp, type SippResult } from '../../sip/run-sipp.ts';
import type { Product } from './product.ts';

/** A customer with an even tone calls the company by sipp and waits to be hung up on. */
export const sippCustomer = (
  { sipPort }: Pick<Product, 'sipPort'>,
  number: string,
  from: string,
): Promise<SippResult> =>
  runSipp({
    scenario: 'callee-hangs-up',
    target: { host: '127.0.0.1', port: sipPort },
    from,
    name: 'Sipp',
    to: number.replace(/^\+84/, '0'),
    seconds: 60,
    hertz: 440,
  });
