/** Letters that no font of before Unicode had in these places. */
export const ofToday: RegExp = /[ăđơưẠ-ỹ]/i;
