/** Where the sign-in page finds out why it is shown. */
const reasonKey = 'session-ended';

/** The session ran out (specification §8): everything in local storage goes, and the sign-in page says so once. */
export function endExpiredSession(): void {
  localStorage.clear();
  sessionStorage.setItem(reasonKey, 'expired');
  location.replace('/login');
}

/** True once after a session ran out. */
export function takeExpiredNotice(): boolean {
  const expired = sessionStorage.getItem(reasonKey) === 'expired';
  sessionStorage.removeItem(reasonKey);
  return expired;
}
