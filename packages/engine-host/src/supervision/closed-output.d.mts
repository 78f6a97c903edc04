export function outliveClosedOutput(): void;
