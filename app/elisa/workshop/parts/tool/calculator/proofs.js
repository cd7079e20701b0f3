const solve = async (page, keys) => { for (const key of keys) await page.click(`${at} [data-key="${key}"]`); };
const does = {
  open: async () => {},
  plus: async (page) => solve(page, ["1", "2", "+", "3", "="]),
  minus: async (page) => solve(page, ["9", "-", "4", "="]),
  times: async (page) => solve(page, ["6", "×", "7", "="]),
  divide: async (page) => solve(page, ["8", "÷", "2", "="]),
  brackets: async (page) => solve(page, ["2", "×", "(", "3", "+", "4", ")", "="]),
  by_zero: async (page) => solve(page, ["5", "÷", "0", "="]),
  keys: async (page) => { await write(page, "sum", "20/4+1"); await page.press("Enter"); },
  clear: async (page) => solve(page, ["7", "C"]),
  reload: async (page) => does.plus(page),
};
const result = async (page, wanted) => check.equal(await shown(page, "result"), wanted, "the result");
const sees = {
  ...listed,
  plus: (page) => result(page, "= 15"),
  minus: (page) => result(page, "= 5"),
  times: (page) => result(page, "= 42"),
  divide: (page) => result(page, "= 4"),
  brackets: (page) => result(page, "= 14"),
  keys: (page) => result(page, "= 6"),
  helped: (page) => result(page, "Nothing can be divided by 0."),
  empty: async (page) => check.equal(await page.value(`${at} [data-in="sum"]`), "", "the line is empty"),
  past: async (page) => check((await shown(page, "past")).includes("12+3 = 15"), "the sum is on the list"),
  kept: async (page) => { await page.reload(); await sees.past(page); },
};
