/** Where the page stands that a survey's link leads to; the token is behind the #. Apart, as every page begins by asking whether it is this one. */
export const surveyPagePath = '/khao-sat';
