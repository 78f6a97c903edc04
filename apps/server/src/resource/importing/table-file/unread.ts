/** Why a cell has no value to be read, in words for who brought the file. */
export const noResult = 'công thức chưa có kết quả, hãy mở bằng Excel và lưu lại';
export const cellError = (shown: string): string => `ô có lỗi ${shown}`.trim();
