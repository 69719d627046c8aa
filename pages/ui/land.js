// The browser keeps which Land one works in; it is sent back with the next visit, and to nobody else.
export default ({ data }) => {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${data.name}=${data.land}; Path=${data.path}; Max-Age=31536000; SameSite=Lax${secure}`;
};
