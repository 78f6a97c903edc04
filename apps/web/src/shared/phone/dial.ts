import { createContext, use } from 'react';

/** Calls somebody: a number, an extension, or a customer's id where the number may not be seen. */
export type Dial = (target: string) => void;

/** Given by the console where it has a phone; without one no screen offers to call. */
export const DialContext = createContext<Dial | null>(null);

export const useDial = (): Dial | null => use(DialContext);
