/** The product's name, as the header and every document title show it. */
export const brandName = '中药材质量溯源服务平台'

/** What the browser's own tab is called while a page is shown. */
export const documentTitle = (page: string) => `${page} - ${brandName}`
