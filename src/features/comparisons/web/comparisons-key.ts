/**
 * Every answer about a project's comparisons begins with this key. Apart from the queries: the page's first load knows
 * only this.
 */
export const comparisonsKey = (projectId: string) => ['project', projectId, 'comparisons'] as const
