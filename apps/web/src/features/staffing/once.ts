/** What is reckoned of the past comes out the same: it is asked once. */
export const once = { staleTime: 300_000, refetchOnWindowFocus: false, retry: false } as const;
