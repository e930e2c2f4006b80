import { materialClasses } from '#contract/making/material.ts'

const names: Record<string, string> = materialClasses

/** 分类 of a crude drug by its code; '' for a material without one. */
export const materialClassName = (code: string) => names[code] ?? ''
