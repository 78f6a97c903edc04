export const listHotlinePath = '/etelecom/list-hotline';
export const createHotlinePath = '/etelecom/create-hotline';
