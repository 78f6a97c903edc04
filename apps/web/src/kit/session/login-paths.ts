/** The sign-in page. Who is signed in already is taken to the console instead. */
export const loginPath = '/login';

/** The sign-in page for somebody else in this tab: it stays, and the session that is there goes on. */
export const otherPersonPath = `${loginPath}?other`;

/** Whether an address asks for the sign-in page of somebody else. */
export const asksForOtherPerson = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
  pathname === loginPath && new URLSearchParams(search).has('other');

/** Where a one-use link leads: an invitation, or a forgotten password. */
export const setPasswordPath = '/set-password';

/** Where a link to a report as it was leads. */
export const sharedReportPath = '/shared-report';

/** Where a link to the big screen of the monitor leads. */
export const wallPath = '/wall';

/** Where a link to a recording leads. */
export const listeningPath = '/recording';

/** Where a company's own sign-in leads back to. */
export const elsewherePath = `${loginPath}/elsewhere`;

/** The page that makes a company to try the product with. */
export const signUpPath = '/signup';
