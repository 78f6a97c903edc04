/** A label as it stands inside a sentence: "Phòng ban" in "Xuất phòng ban". Abbreviations stay as they are. */
export const inSentence = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLocaleLowerCase('vi') + label.slice(1);
