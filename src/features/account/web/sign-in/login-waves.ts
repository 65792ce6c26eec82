/** The same as in LoginWaves.module.css: narrower pages have no space beside the form. */
export const besideQuery = '(min-width: 901px)'

export const loadLoginWaves = () => import('./LoginWaves.tsx')
