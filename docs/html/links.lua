-- For `make docs`: links between Markdown pages become links between their HTML files, which all stand in
-- one directory; README is its index.
local function to_html(target)
    if target:match("^%a[%w+.-]*:") or target:match("^#") then
        return target
    end
    local path, fragment = target:match("^([^#]*)(.*)$")
    path = path:gsub("^%.%./", ""):gsub("^docs/", "")
    path = path:gsub("^README%.md$", "index.html"):gsub("%.md$", ".html")
    return path .. fragment
end

function Link(link)
    link.target = to_html(link.target)
    return link
end

function Image(image)
    image.src = to_html(image.src)
    return image
end
