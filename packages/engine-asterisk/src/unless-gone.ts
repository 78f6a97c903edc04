import { AriRefused } from './ari/ari.ts';

/** Channel, bridge or recording have ended, or are not where they were: an event tells what became of them. */
const isGone = ({ status, message }: AriRefused): boolean =>
  [404, 409, 412, 422].includes(status) || (status === 400 && message.includes('Channel not found'));

/** What is asked of something that may have ended meanwhile; undefined where it had. */
export async function unlessGone<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AriRefused && isGone(error)) return undefined;
    throw error;
  }
}
