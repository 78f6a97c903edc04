/** A length of time as it is read: `45 giây`, `3 phút 12 giây`, `2 giờ 5 phút`. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} giây`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} phút` : `${minutes} phút ${seconds % 60} giây`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} giờ` : `${hours} giờ ${minutes % 60} phút`;
}
