import { useEffect, useState } from 'react';

/** A value once nothing has changed it for `ms`: what asks a server for each word that is typed asks for nothing. */
export function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
