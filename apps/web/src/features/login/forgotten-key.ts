/** In the tab's storage: company code and e-mail as they were typed where the password was forgotten. */
export const forgottenKey = 'forgotten';
