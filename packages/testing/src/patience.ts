/** How long a test waits for what shall come: for what hangs, not for what is slow beside everything else that a machine does. */
export const patienceMs = 90_000;
