import { DatabaseUnavailable } from '../kernel/database-unavailable.ts';
import { type FairPlaces, TooManyWaiting } from '../kernel/fair-places.ts';

/** Does the work of a company when it has a connection's turn. */
export type CompanyInTurn = <T>(tenantId: string, work: () => Promise<T>) => Promise<T>;

/**
 * Companies share the connections: two that ask for all at once leave a third its own. Who has had no turn within `waitMs` is refused, as with a pool
 * that has none left.
 */
export function connectionTurns(places: FairPlaces, waitMs: number): CompanyInTurn {
  return <T>(tenantId: string, work: () => Promise<T>) => {
    let began = false;
    let isLate = false;
    const whole = places.take({ company: tenantId, person: '' }, async () => {
      began = true;
      if (isLate) throw noTurn();
      return work();
    });
    // Nearly always there is a place at once.
    if (began) return whole;
    return new Promise<T>((resolve, reject) => {
      const patience = setTimeout(() => {
        if (began) return;
        isLate = true;
        reject(noTurn());
      }, waitMs);
      whole
        .then(resolve, (error: unknown) => reject(error instanceof TooManyWaiting ? noTurn() : error))
        .finally(() => clearTimeout(patience));
    });
  };
}

const noTurn = () => new DatabaseUnavailable('The company has no turn at a database connection.');
