import { setTimeout as sleep } from 'node:timers/promises';

const mostTries = 15;

/** Asks again where the product is too busy for a moment and says when to come back. */
export async function patientFetch(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, init);
    const retryAfter = response.headers.get('retry-after');
    if (response.status !== 503 || retryAfter === null || tries === mostTries) return response;
    await sleep(Number(retryAfter) * 1_000);
  }
}
