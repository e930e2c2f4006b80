import { usageLooks, usageState } from '#contract/making/material.ts'

/** The filter every list of master data has: in use or not. */
export const usageFilter = {
  key: 'state',
  label: '状态',
  options: usageState.options.map((state) => ({ value: state, label: usageLooks[state].label })),
}
