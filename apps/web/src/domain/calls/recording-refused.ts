/** That a customer refused to be recorded, and when: so many seconds into the conversation, 0 before anybody talked. */
export const recordingRefusedWords = (after: number): string =>
  after === 0 ? 'Khách từ chối ghi âm trước khi nói chuyện' : `Khách từ chối ghi âm từ giây ${after}`;
