@main struct BrowserModule { static func main() {} }
