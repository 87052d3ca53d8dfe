/** Style sheet of the page: light and dark, one column, stacked tables on narrow screens. */
export const pageStyle = `:root{color-scheme:light dark;--back:#fff;--fore:#1c1e21;--soft:#57606a;--line:#d0d7de;--box:#f5f7f9;--link:#0a53b5}
@media(prefers-color-scheme:dark){:root{--back:#14171a;--fore:#e7eaed;--soft:#a3adb8;--line:#3a424b;--box:#1f2429;--link:#8ab8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--fore);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
header,nav,main,footer{max-width:62rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
footer{padding-top:2rem;padding-bottom:2rem;color:var(--soft)}
a{color:var(--link)}
h1{font-size:2rem;line-height:1.2;margin:0 0 .75rem}
h2{margin:2.5rem 0 .75rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3,h4,h5,h6{margin:1.75rem 0 .5rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1rem 0;padding:.75rem 0;list-style:none;border-block:1px solid var(--line)}
code{font:.9em/1.5 ui-monospace,monospace;background:var(--box);border-radius:4px;padding:.1em .3em}
a code{color:inherit}
pre{background:var(--box);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;white-space:pre-wrap}
pre code{background:none;padding:0}
table{width:100%;border-collapse:collapse;margin:.75rem 0;font-size:.95rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--soft);font-weight:600}
tbody th{min-width:9rem}
td:last-child{width:50%}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:0 1rem}
details[open]{padding-bottom:.75rem}
summary{cursor:pointer;padding:.5rem 0}
summary :is(h3,h4,h5,h6){display:inline;font-size:1rem}
:target{scroll-margin-top:1rem}
@media(max-width:40rem){
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,tbody th,td,td:last-child{display:block;width:auto}
tr{border-bottom:1px solid var(--line);padding:.5rem 0}
tbody th,td{border:0;padding:.1rem 0}
td:empty{display:none}
td::before{content:attr(data-column)": ";color:var(--soft)}
}
@media print{details::details-content{content-visibility:visible}nav{display:none}}
`;
