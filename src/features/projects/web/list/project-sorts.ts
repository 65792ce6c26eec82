/** Orders of the list of projects. By itself, because the router reads the URL before any screen loads. */
export const projectSorts = ['latest', 'due', 'name', 'size'] as const
export type ProjectSort = (typeof projectSorts)[number]
