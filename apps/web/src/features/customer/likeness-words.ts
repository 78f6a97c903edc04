/** By what two customers are alike. */
export const likenessWords = { phone: 'cùng số điện thoại', email: 'cùng email', name: 'cùng tên' } as const;
