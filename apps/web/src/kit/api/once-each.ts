import { isAnswer } from './problem.ts';

/** Also where the page is not from https, and has no `randomUUID`. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * Sends what a form adds under a key. What is sent again as it was, because nobody answered, has the key that it had: it is the
 * same request, which the server does once.
 */
export function onceEach(): <T>(body: unknown, send: (key: string) => Promise<T>) => Promise<T> {
  let unanswered: { readonly content: string; readonly key: string } | undefined;
  return async (body, send) => {
    const content = JSON.stringify(body);
    if (unanswered?.content !== content) unanswered = { content, key: newKey() };
    try {
      const answer = await send(unanswered.key);
      unanswered = undefined;
      return answer;
    } catch (error) {
      if (isAnswer(error)) unanswered = undefined;
      throw error;
    }
  };
}
